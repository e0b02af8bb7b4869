rules-okey101 = 101

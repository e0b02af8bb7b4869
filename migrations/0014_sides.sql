-- Places of partners: a place counts the seats that did better, so that whoever loses as one of two teams of two is third
-- together with their partner, and not second.

-- how many sides played against each other: the seats, or the teams; of somebody who left, the seats
alter table results add column sides integer not null default 0;
update results set sides = case
    when part = 'left' then seats
    when game = 'meri' then 2
    when exists (select 1 from tables where tables.id = results.table_id
                     and (tables.options like '%"partnership":true%' or tables.options like '%"teams":true%')) then 2
    else seats
end;
update results set place = 1 + seats / 2 where sides = 2 and seats > 2 and place = 2;

# English: around lessons. Every id here is a function in src/discord/speech/lesson_sentences.rs.

rules-here = **This table:** { $rules } **Clock:** { $clock }.
rules-in-general = **In general:**
lesson-step = -# Step { $step } of { $steps }
button-lesson-steps = Step by step
button-lesson-back = Back
button-lesson-next = Next
button-lesson-words = Words
button-lesson-more-words = More words
button-lesson-short = In brief

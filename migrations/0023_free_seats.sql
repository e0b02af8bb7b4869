-- Nothing is stored in another place: journals tell from here on what becomes of free seats (`free_seats`, `seats_closed`), which no
-- version before this one reads. It refuses the database instead of setting such tables aside as damaged.
select 1;

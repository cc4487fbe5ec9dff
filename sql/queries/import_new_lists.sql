-- Temporary table new_list: one query for every list that the warehouse does not have; equal lists are stored once.
create or replace temp table new_list as
select
    list_hash,
    min(query_id) as query_id
from ranked_list
where num_hits > 0 and list_hash not in (select list_hash from known_list)
group by list_hash;

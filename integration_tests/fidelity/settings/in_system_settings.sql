-- system.settings shows what a session has set.

SELECT name, value, changed FROM system.settings WHERE name = 'optimize_on_insert';
-- optimize_on_insert	1	0
SET optimize_on_insert = 0;
SELECT name, value, changed FROM system.settings WHERE name = 'optimize_on_insert';
-- optimize_on_insert	0	1
SELECT name, value FROM system.merge_tree_settings WHERE name IN ('index_granularity', 'min_age_to_force_merge_seconds') ORDER BY name;
-- index_granularity	8192
-- min_age_to_force_merge_seconds	0

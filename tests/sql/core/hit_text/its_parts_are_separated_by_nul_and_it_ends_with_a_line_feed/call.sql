select
    replace(replace(core.hit_text('a b', null, null, true, 1.5e0), chr(0), '|'), chr(10), '$') as whole,
    replace(replace(core.hit_text('a', 3, 15, true, -2.0e0), chr(0), '|'), chr(10), '$') as span,
    replace(replace(core.hit_text('a', null, null, false, null), chr(0), '|'), chr(10), '$') as lost;

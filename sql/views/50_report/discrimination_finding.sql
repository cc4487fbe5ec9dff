-- report.discrimination_finding
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  report.discrimination
create or replace macro report.discrimination_finding(
    num_answerable, num_contested, num_wordless, num_undisputed, num_decided, num_below, headroom
) as
    case
        when num_answerable = 0
            then 'There is no answerable query, so nothing can show here.'
        when num_contested + num_wordless + num_undisputed + num_decided = 0
            then 'No word is known of any of the ' || num_answerable
                || ' queries, so nothing can be said here.'
        when num_contested + num_wordless = 0
            then case
                when num_decided = 0
                    then 'No document competes with the gold for any of the ' || num_undisputed
                        || ' queries'
                when num_undisputed = 0
                    then 'One word alone decides each of the ' || num_decided || ' queries'
                else
                    'No document competes with the gold for ' || num_undisputed
                    || ' queries and one word alone decides the other ' || num_decided
            end
            || ': every retriever that matches words finds the right document, so no improvement '
            || 'in finding documents can show here.'
        else
            case
                when num_contested + num_wordless < num_undisputed + num_decided then 'Only '
                else ''
            end
            || num_contested || ' of '
            || (num_contested + num_wordless + num_undisputed + num_decided)
            || ' queries are contested'
            || case
                when num_wordless > 0
                    then ' and for ' || num_wordless || ' no word leads to the gold'
                else ''
            end
            || case
                when num_contested + num_wordless < num_undisputed + num_decided
                    then ': no document competes for ' || num_undisputed || ' and one word decides '
                        || num_decided
                else ''
            end
            || '; '
            || case
                when num_below = 0
                    then 'BM25 has the gold of every query at rank 1, so no improvement can show '
                        || 'here.'
                else
                    'BM25 leaves ' || num_below || ' of ' || num_answerable
                    || ' below rank 1, so a better retriever can show up to '
                    || format('{:.3f}', headroom) || ' in RR.'
            end
    end;

comment on macro report.discrimination_finding is 'Whether a better retriever could show an improvement on a collection at all, as a sentence, from the counts of report.discrimination.';

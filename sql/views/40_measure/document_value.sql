-- measure.document_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  sql/queries/document_values.sql
-- Source:  definitions of the families in docs/measures.md
create or replace macro measure.document_value(family, cutoff, weight, flavour, list) as
    case family
        when 'Success' then measure.success_at(list.relevant_ranks, cutoff)
        when 'RR' then measure.reciprocal_rank_at(list.relevant_ranks, cutoff)
        when 'P' then measure.precision_at(list.relevant_ranks, cutoff)
        when 'R'
            then measure.recall_at(
                list.relevant_ranks,
                cutoff,
                measure.reachable(list.num_relevant, cutoff, flavour)
            )
        when 'AP'
            then measure.average_precision_at(
                list.relevant_ranks,
                cutoff,
                measure.reachable(list.num_relevant, cutoff, flavour)
            )
        when 'nDCG'
            then case flavour
                when 'exp-log2'
                    then measure.graded_ndcg_at(
                        measure.exponential_hits(list.hits),
                        measure.exponential_gains(list.ideal),
                        cutoff
                    )
                else measure.graded_ndcg_at(list.hits, list.ideal, cutoff)
            end
        when 'Rprec'
            then coalesce(
                measure.precision_at(
                    list.relevant_ranks,
                    nullif(floor(weight * list.num_relevant + 0.9e0)::bigint, 0)
                ),
                0.0e0
            )
        when 'Bpref'
            then measure.binary_preference(
                list.relevant_ranks,
                list.nonrelevant_ranks,
                list.num_relevant,
                list.num_nonrelevant
            )
        when 'infAP'
            then measure.inferred_average_precision(
                list.relevant_ranks,
                list.nonrelevant_ranks,
                list.pooled_ranks,
                list.num_relevant
            )
        when 'IPrec'
            then measure.interpolated_precision_at(list.relevant_ranks, list.num_relevant, weight)
        when 'IPrecMean'
            then measure.interpolated_precision_mean(list.relevant_ranks, list.num_relevant)
        when 'SetP'
            then coalesce(
                len(list.relevant_ranks)::double / nullif(
                    case flavour
                        when 'relative' then least(list.num_retrieved, list.num_relevant)
                        else list.num_retrieved
                    end,
                    0
                ),
                0.0e0
            )
        when 'SetR'
            then coalesce(
                len(list.relevant_ranks)::double / nullif(list.num_relevant, 0), 0.0e0
            )
        when 'SetAP'
            then coalesce(
                len(list.relevant_ranks)::double / nullif(list.num_retrieved, 0)
                * (len(list.relevant_ranks)::double / nullif(list.num_relevant, 0)),
                0.0e0
            )
        when 'SetF'
            then coalesce(
                measure.f_measure(
                    len(list.relevant_ranks)::double / nullif(list.num_retrieved, 0),
                    len(list.relevant_ranks)::double / nullif(list.num_relevant, 0),
                    weight
                ),
                0.0e0
            )
        when 'NumRet' then list.num_retrieved::double
        when 'NumRel' then list.num_relevant::double
        when 'NumRelRet' then len(list.relevant_ranks)::double
        when 'NumNonrelRet' then len(list.nonrelevant_ranks)::double
        when 'NumQ' then 1.0e0
        when 'Utility' then (2 * len(list.relevant_ranks) - list.num_retrieved)::double
        when 'Judged'
            then coalesce(
                measure.num_within(list.pooled_ranks, cutoff)::double
                / nullif(least(cutoff, list.num_retrieved), 0),
                0.0e0
            )
        when 'Unjudged'
            then (
                least(cutoff, list.num_retrieved) - measure.num_within(list.judged_ranks, cutoff)
            )::double / cutoff
        when 'ERR' then measure.expected_reciprocal_rank_at(list.hits, cutoff, weight)
        when 'RBP' then measure.rank_biased_precision_at(list.relevant_ranks, cutoff, weight)
        when 'RBPResidual'
            then 1.0e0 - measure.rank_biased_precision_at(list.judged_ranks, cutoff, weight)
        when 'NCG' then measure.gain_at(list.hits, list.ideal, cutoff)
        when 'Compat' then measure.compatibility(list.hits, list.ideal, list.num_retrieved, weight)
        when 'G' then measure.gain_by_cost(list.hits, list.ideal)
        when 'binG' then measure.binary_gain(list.relevant_ranks, list.num_relevant)
        when 'nDCGRel' then measure.ndcg_at_relevant(list.hits, list.ideal)
        when 'RnDCG'
            then case
                when list.num_relevant = 0 then 0.0e0
                else measure.ndcg_at_levels(list.hits, list.ideal, list.num_retrieved)
            end
    end;

comment on macro measure.document_value is 'Value of one measure of one list of documents. list is a struct: relevant_ranks, nonrelevant_ranks, judged_ranks (grade 0 and above) and pooled_ranks (any grade), ascending; num_retrieved, num_relevant, num_nonrelevant; hits (rank, gain) and ideal, the gains of all judged documents from the highest. weight is the further parameter of the family (recall level, persistence, highest grade, F weight, multiple of R), flavour its variant. NULL for a family that does not exist.';

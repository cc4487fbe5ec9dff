select
    measure.exponential_hits([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}])::json as two_hits;

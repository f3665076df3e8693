/* Nothing to call: the target's functions stand in for libcurl's, by name. */

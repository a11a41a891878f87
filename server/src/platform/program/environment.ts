/** Purpose of a deployment: trials, or real money. */
export type Environment = 'test' | 'live'

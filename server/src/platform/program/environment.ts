/** What a deployment is for: trying out, or real money. */
export type Environment = 'test' | 'live'

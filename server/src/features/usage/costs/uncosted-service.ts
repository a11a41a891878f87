export type ModelPair = { provider: string; model: string }

export type UncostedReason = 'unknown_model' | 'no_rate'

/** A service whose cost is not known, and why. */
export type UncostedService = ModelPair & { reason: UncostedReason; explanation: string }

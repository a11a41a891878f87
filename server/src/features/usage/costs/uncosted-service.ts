export type ModelPair = { provider: string; model: string }

export type UncostedReason = 'unknown_model' | 'no_rate'

/** A service without a known cost, and the reason. */
export type UncostedService = ModelPair & {
  reason: UncostedReason
  explanation: string
  /** Names of what prices the model, if it is known but lacks a rate. */
  priced: ModelPair | null
}

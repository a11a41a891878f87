import type { EarningsDeps } from '../earnings/read/as-of.ts'

export type AnalyticsDeps = EarningsDeps

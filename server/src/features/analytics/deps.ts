import type { EarningsDeps } from '../earnings/read/read-scope.ts'

export type AnalyticsDeps = EarningsDeps

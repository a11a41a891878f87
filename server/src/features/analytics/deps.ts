import type { Db } from '../../platform/database.ts'
import type { BusinessClock } from '../clock/business-clock.ts'

export type AnalyticsDeps = { db: Db; clock: BusinessClock }

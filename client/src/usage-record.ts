import type { UsageRecord as AnyRecord, UsedService } from './api.gen.ts'

type Service = 'model' | 'modelProvider' | 'services'

/** What a record used: one service by its fields, or a list of services. Never both. */
type Used =
  | { model: string; modelProvider: string; services?: never }
  | { model?: never; modelProvider?: never; services: UsedService[] }

/** A finished job, as it is recorded. The compiler refuses a record that names no service. */
export type UsageRecord = Omit<AnyRecord, Service> & Used

import type { Random } from '../../random.ts'
import type { Client } from '../client.ts'
import type { Organization } from '../organization.ts'

/** One step of a worker; false when it got no definite answer. */
export type Work = (worker: Worker) => Promise<boolean>

export type Worker = {
  client: Client
  organization: Organization
  random: Random
  /** Unique, and stored with whatever the step creates. */
  marker: string
}

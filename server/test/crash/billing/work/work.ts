import type { Random } from '../../random.ts'
import type { Client } from '../client.ts'
import type { Organization } from '../organization.ts'

/** What a worker does over and over; false when it got no definite answer. */
export type Work = (worker: Worker) => Promise<boolean>

export type Worker = {
  client: Client
  organization: Organization
  random: Random
  /** Unique, to be stored with what is made. */
  marker: string
}

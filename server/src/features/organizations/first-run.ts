import type { Db } from '../../platform/database.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { createApiKey } from '../auth/api-keys.ts'
import { lockOrganizations } from './queries.ts'
import { createOrganization, listOrganizations } from './service.ts'

/** Default name of the first organization. */
export const FIRST_NAME = 'My organization'

export type FirstKeys = { secretKey: string; publishableKey: string }

/** Creates an organization and its first keys in an empty database; returns undefined otherwise. */
export async function createFirstOrganization(
  db: Db,
  environment: Environment,
  now: Date,
): Promise<FirstKeys | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockOrganizations(tx)
    if ((await listOrganizations(tx)).length > 0) return undefined
    const organizationId = await createOrganization(tx, FIRST_NAME, now)
    const create = async (type: 'secret' | 'publishable') => {
      const newKey = { organizationId, type, environment, name: `first ${type} key` }
      return (await createApiKey(tx, newKey, now)).key
    }
    return { secretKey: await create('secret'), publishableKey: await create('publishable') }
  })
}

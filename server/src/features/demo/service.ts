import { announceChange } from '../../platform/cache-events.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { createApiKey, revokeApiKey } from '../auth/api-keys.ts'
import { API_KEYS } from '../auth/authenticator.ts'
import { addAllUsers } from '../members/add-all-users.ts'
import { type DemoOrganization, deleteDemo, findDemo, markDemo } from '../organizations/demo.ts'
import { createOrganization } from '../organizations/service.ts'
import { removeRows } from './remove-rows.ts'
import { type Filling, fillDemo } from './story/fill.ts'

const NAME = 'Lumen (demo)'
const ATTEMPTS = 5

export type NewDemo = { organization: DemoOrganization; key: { id: string; key: string } }

/**
 * Creates an empty demo organization, with all users as members and a key to fill it. Throws when a
 * demo exists, or in a live deployment.
 */
export async function createDemo(db: Db, environment: Environment, now: Date): Promise<NewDemo> {
  if (environment === 'live') {
    throw new AppError('forbidden', 'A demo can be created only in a test deployment')
  }
  const known = await findDemo(db)
  if (known) throw alreadyThere(known)
  try {
    const organizationId = await db.transaction().execute(async (tx) => {
      const id = await createOrganization(tx, NAME, now)
      await markDemo(tx, id, 'filling')
      await addAllUsers(tx, id, now)
      return id
    })
    const newKey = { organizationId, type: 'secret', environment, name: 'demo' } as const
    const key = await createApiKey(db, newKey, now)
    const organization = await findDemo(db)
    if (!organization)
      throw new AppError('conflict', 'The demo was deleted while it was being created')
    return { organization, key }
  } catch (error) {
    if (isUniqueViolation(error, 'organizations_one_demo_idx')) throw alreadyThere()
    throw error
  }
}

const alreadyThere = (demo?: DemoOrganization) =>
  new AppError(
    'conflict',
    `There is already a demo${demo ? `, ${demo.name}` : ''}; delete it to create another one`,
  )

/** Fills a new demo through the API of the service at `origin`, and revokes its key. */
export async function fillNewDemo(
  db: Db,
  { organization, key }: NewDemo,
  { origin, ...filling }: Filling & { origin: string },
): Promise<void> {
  await fillDemo({ origin, key: key.key }, filling)
  await revokeApiKey(db, key.id, filling.now())
  await markDemo(db, organization.id, 'filled')
}

/**
 * Deletes the demo with all its data; returns false when there is none. A job that adds a row of the
 * demo concurrently makes the deletion start again, which then finds that row.
 */
export async function removeDemo(db: Db): Promise<boolean> {
  const demo = await findDemo(db)
  if (!demo) return false
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (tx) => {
        await removeRows(tx, demo.id)
        await deleteDemo(tx, demo.id)
        await announceChange(tx, API_KEYS)
      })
      return true
    } catch (error) {
      if (attempt === ATTEMPTS || !isForeignKeyViolation(error)) throw error
    }
  }
}

import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addMember } from '../members/join.ts'
import { FIRST_NAME } from '../organizations/first-run.ts'
import {
  createOrganization,
  listOrganizations,
  nameOrganization,
} from '../organizations/service.ts'
import { createUser, hasUsers, lockUsers, newUserOf } from '../sessions/users.ts'
import type { SetUp } from './schemas.ts'
import { endSetup, isSetupToken } from './token.ts'

/** Returns true until a user exists. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  return !(await hasUsers(db))
}

/**
 * Creates the first user, as owner of every existing organization. Of concurrent requests, one
 * succeeds; the others are refused because setup is complete.
 */
export async function setUp(
  db: Db,
  { token, organizationName, ...person }: SetUp,
  now: Date,
): Promise<void> {
  await refuseIfSetUp(db)
  await refuseUnlessToken(db, token)
  const user = await newUserOf(person)
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx)
    await refuseIfSetUp(tx)
    await refuseUnlessToken(tx, token)
    const userId = await createUser(tx, user, now)
    if (userId === undefined) throw alreadySetUp()
    await endSetup(tx)
    const organizations = await listOrganizations(tx)
    const ids = organizations.map(({ id }) => id)
    const [first] = ids
    if (first === undefined) {
      ids.push(await createOrganization(tx, organizationName ?? FIRST_NAME, now))
    } else if (organizationName !== undefined) {
      // No page of the organization was opened yet, so the slug can change with the name.
      await nameOrganization(tx, { id: first, name: organizationName }, now)
    }
    for (const organizationId of ids) {
      await addMember(tx, { organizationId, userId, role: 'owner' }, now)
    }
  })
}

async function refuseUnlessToken(db: Db, token: string): Promise<void> {
  if (await isSetupToken(db, token)) return
  const message = 'This is not the link that the service printed; copy it whole from its output'
  throw new AppError('setup_token_wrong', message)
}

async function refuseIfSetUp(db: Db): Promise<void> {
  if (!(await isSetupOpen(db))) throw alreadySetUp()
}

const alreadySetUp = () =>
  new AppError('already_set_up', 'This service already has an owner: sign in, or ask to be invited')

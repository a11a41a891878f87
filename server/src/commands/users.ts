import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { ROLES, type Role } from '../features/auth/permissions.ts'
import { addMember } from '../features/members/join.ts'
import { resolveOrganization } from '../features/organizations/service.ts'
import { makeResetLink } from '../features/sessions/reset/reset-link.ts'
import {
  createUser,
  findUserByEmail,
  listUsers,
  lockUsers,
  newUserOf,
} from '../features/sessions/users.ts'
import { endSetup } from '../features/setup/token.ts'
import type { Db } from '../platform/database.ts'
import { withDatabase } from './database.ts'
import { nameArgument } from './name-argument.ts'
import { CommandError, print, readConfig } from './run.ts'
import { tableOf } from './table.ts'

export function addUserCommands(program: Command): void {
  const users = program.command('users').description('people who sign in')
  users
    .command('list')
    .description('list the people, the oldest first')
    .action(async () => {
      await withDatabase(readConfig(), 'users list', async ({ db }) => {
        const rows = (await listUsers(db)).map((user) => [
          user.id,
          user.email,
          user.createdAt.toISOString(),
          user.memberships.map(({ role, slug }) => `${role} of ${slug}`).join(', ') || 'no member',
          user.name,
        ])
        print(tableOf(['ID', 'EMAIL', 'CREATED', 'ROLES', 'NAME'], rows))
      })
    })
  users
    .command('create')
    .description(
      'add a member to an organization, and print the link with which a new person sets a password, ' +
        'alone on the last line',
    )
    .argument('<email>', 'the email address of the account')
    .requiredOption('--role <role>', ROLES.join(', '))
    .option('--name <name>', 'what others see; default: the email address', nameArgument)
    .option('--organization <id>', 'the organization; required when there are several')
    .action(createMember)
  users
    .command('reset-password')
    .description('print a link to reset the password; it works once and expires in one hour')
    .argument('<email>', 'the email address of the account')
    .action(async (email: string) => {
      const config = readConfig()
      await withDatabase(config, 'users reset-password', async ({ db }) => {
        const user = await findUserByEmail(db, email)
        if (!user) {
          throw new CommandError(`No account has the email address ${email}; see users list`)
        }
        print(await linkFor(db, config, user.id))
      })
    })
}

async function createMember(
  email: string,
  options: { role: string; name?: string; organization?: string },
): Promise<void> {
  const role = roleOf(options.role)
  const config = readConfig()
  await withDatabase(config, 'users create', async ({ db }) => {
    const { id: organizationId, name: organization } = await resolveOrganization(
      db,
      options.organization,
    )
    const now = new Date()
    // The random password is not shown; the new member sets one through the link.
    const password = crypto.randomUUID()
    const user = await newUserOf({ name: options.name ?? email, email, password })
    const newUserId = await db.transaction().execute(async (tx) => {
      await lockUsers(tx)
      const before = await findUserByEmail(tx, user.email)
      const userId = before?.id ?? (await createUser(tx, user, now))
      if (userId === undefined)
        throw new CommandError(`${user.email} was just created by a concurrent command`)
      await endSetup(tx)
      if (await addMember(tx, { organizationId, userId, role }, now)) {
        return before === undefined ? userId : undefined
      }
      throw new CommandError(`${user.email} is already a member of ${organization}`)
    })
    print(`${user.email} is ${role} of ${organization}`)
    if (newUserId !== undefined) print(await linkFor(db, config, newUserId))
  })
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text)
  if (role) return role
  throw new CommandError(`--role must be one of ${ROLES.join(', ')}, not "${text}"`)
}

function linkFor(db: Db, { publicUrl }: Config, userId: string): Promise<string> {
  return makeResetLink(db, { userId, publicUrl }, new Date())
}

import type { Command } from 'commander'
import { createApiKey, listApiKeys, revokeApiKey } from '../features/auth/api-keys.ts'
import { KEY_SCOPES } from '../features/auth/key.ts'
import { resolveOrganization } from '../features/organizations/service.ts'
import { withDatabase } from './database.ts'
import { nameArgument } from './name-argument.ts'
import { CommandError, print, readConfig } from './run.ts'
import { tableOf } from './table.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description('create a key and print it alone on the last line; it is shown only once')
    .requiredOption('--type <type>', 'secret or publishable')
    .option('--scope <scope>', 'full, or record: a secret key that may only record usage', 'full')
    .option('--name <name>', 'what the key is for', nameArgument, '')
    .option('--organization <id>', 'the organization of the key; required when there are several')
    .action(createKey)
  keys
    .command('list')
    .description('list the keys, without their values')
    .option('--organization <id>', 'only the keys of this organization')
    .action(listKeys)
  keys
    .command('revoke')
    .description('revoke a key permanently; it stops working immediately')
    .argument('<id>', 'the id of the key, from keys list')
    .action(revokeKey)
}

async function createKey(options: {
  type: string
  scope: string
  name: string
  organization?: string
}): Promise<void> {
  const { type, name } = options
  const scope = KEY_SCOPES.find((known) => known === options.scope)
  if (type !== 'secret' && type !== 'publishable') {
    throw new CommandError(`--type must be secret or publishable, not "${type}"`)
  }
  if (!scope) throw new CommandError(`--scope must be full or record, not "${options.scope}"`)
  const config = readConfig()
  await withDatabase(config, 'keys create', async ({ db }) => {
    const { id: organizationId } = await resolveOrganization(db, options.organization)
    const { environment } = config
    const newKey = { organizationId, type, scope, environment, name } as const
    const { key } = await createApiKey(db, newKey, new Date())
    print(key)
  })
}

async function listKeys(options: { organization?: string }): Promise<void> {
  await withDatabase(readConfig(), 'keys list', async ({ db }) => {
    const keys = await listApiKeys(db, options.organization)
    const rows = keys.map((key) => [
      key.id,
      key.type,
      key.scope,
      key.environment,
      key.hint,
      key.organizationId,
      key.createdAt.toISOString(),
      key.lastUsedAt?.toISOString() ?? 'never',
      key.revokedAt ? `revoked ${key.revokedAt.toISOString()}` : 'active',
      key.name,
    ])
    print(tableOf(KEY_HEADINGS, rows))
  })
}

const KEY_HEADINGS = [
  ...[
    'ID',
    'TYPE',
    'SCOPE',
    'ENVIRONMENT',
    'ENDS WITH',
    'ORGANIZATION',
    'CREATED',
    'LAST USED',
    'STATE',
  ],
  'NAME',
]

async function revokeKey(id: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) {
    throw new CommandError(`"${id}" is not the id of a key; see keys list`)
  }
  await withDatabase(readConfig(), 'keys revoke', async ({ db }) => {
    await revokeApiKey(db, id, new Date())
    print(`revoked ${id}`)
  })
}

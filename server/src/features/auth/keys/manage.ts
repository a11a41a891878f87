import type { ScopedId } from '../../../domain/scoped-id.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { parseSince } from '../../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import { createApiKey } from '../api-keys.ts'
import { API_KEYS } from '../authenticator.ts'
import * as queries from './queries.ts'
import type { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyListQuery } from './schemas.ts'

export async function listKeys(
  db: Db,
  organizationId: string,
  query: ApiKeyListQuery,
): Promise<ApiKeyList> {
  const page = pageOf(query)
  const { search, isRevoked, sortBy, sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, search, isRevoked, updatedSince }
  const { rows, total } = await queries.listKeys(db, filter, { ...page, sortBy, sortOrder })
  const makers = await queries.listMakers(db, rows)
  return listAnswer(
    page,
    rows.map((row) => toBody(row, makers)),
    total,
  )
}

type CreateKey = {
  organizationId: string
  creatorId: string
  environment: Environment
  input: ApiKeyCreate
}

/** Creates a key and returns it with its value, which cannot be retrieved later. */
export async function createKey(
  db: Db,
  { organizationId, creatorId, environment, input }: CreateKey,
  now: Date,
): Promise<ApiKey & { key: string }> {
  const { type, scope = 'full' } = input
  const newKey = { organizationId, creatorId, environment, type, scope, name: input.name.trim() }
  const { id, key } = await db.transaction().execute((tx) => createApiKey(tx, newKey, now))
  const row = (await queries.findKey(db, { organizationId, id })) ?? notFound('API key')
  return { ...toBody(row, await queries.listMakers(db, [row])), key }
}

/** Revokes the key in every process. */
export async function revokeKey(db: Db, key: ScopedId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await queries.markKeyRevoked(tx, key, now)) return announceChange(tx, API_KEYS)
    if (!(await queries.findKey(tx, key))) notFound('API key')
    throw new AppError('conflict', 'This API key is already revoked')
  })
}

function toBody(row: queries.KeyRow, makers: ReadonlyMap<string, queries.Maker>): ApiKey {
  const { creatorId, createdAt, lastUsedAt, revokedAt, ...fields } = row
  return {
    ...fields,
    createdBy: (creatorId === null ? undefined : makers.get(creatorId)) ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: (revokedAt ?? createdAt).toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}

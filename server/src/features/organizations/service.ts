import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { TEXT_LENGTH_MAX } from '../../platform/http/fields.ts'
import { newId } from '../../platform/id.ts'
import * as queries from './queries.ts'
import { slugsFor } from './slug.ts'

/** Returns the new organization's id. Its slug comes from the name. */
export async function createOrganization(db: Db, name: string, now: Date): Promise<string> {
  const trimmed = trimName(name)
  const id = newId()
  for (const slug of slugsFor({ id, name: trimmed })) {
    if (await queries.insertOrganization(db, { id, name: trimmed, slug, now })) return id
  }
  throw new Error(`Every slug for the organization ${id} is taken`)
}

/**
 * Changes the name and the slug derived from it; call it only before the previous slug is in use.
 */
export async function nameOrganization(
  db: Db,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<void> {
  const trimmed = trimName(name)
  const slugs = slugsFor({ id, name: trimmed })
  const taken = await queries.listTakenSlugs(db, { id, slugs })
  const slug = slugs.find((one) => !taken.has(one))
  if (slug === undefined) throw new Error(`Every slug for the organization ${id} is taken`)
  await queries.renameOrganization(db, { id, name: trimmed, slug }, now)
}

function trimName(name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= TEXT_LENGTH_MAX) return trimmed
  throw new AppError('invalid', `name must have 1 to ${TEXT_LENGTH_MAX} characters`)
}

export async function getOrganization(
  db: Db,
  organizationId: string,
): Promise<queries.Organization> {
  const organization = await queries.findOrganization(db, organizationId)
  if (!organization) throw new AppError('not_found', `No organization ${organizationId}`)
  return organization
}

/**
 * Returns all organizations of the deployment, oldest first; for the command line only, never for a
 * request.
 */
export function listOrganizations(db: Db): Promise<queries.Organization[]> {
  return queries.listOrganizations(db)
}

/**
 * Returns the organization a command applies to: the one named, or else the only one that is not a
 * demo. Throws if several exist and none is named: commands that affect money never guess.
 */
export async function resolveOrganization(
  db: Db,
  organizationId: string | undefined,
): Promise<queries.Organization> {
  if (organizationId !== undefined) return getOrganization(db, organizationId)
  const [only, ...others] = await queries.listOwnOrganizations(db)
  if (!only)
    throw new AppError(
      'not_found',
      'There is no organization yet; create one with organizations create NAME, or start the service',
    )
  if (others.length > 0) {
    const names = [only, ...others].map(({ id, name }) => `  ${id}  ${name}`).join('\n')
    throw new AppError('invalid', `Select an organization with --organization ID:\n${names}`)
  }
  return only
}

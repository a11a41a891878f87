import { isUniqueViolation } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { updateSlug } from '../queries.ts'
import { isReserved } from '../slug.ts'

type Renaming = { organizationId: string; slug: string }

export async function renameSlug(db: Db, { organizationId, slug }: Renaming, now: Date) {
  if (isReserved(slug)) {
    const message = `slug ${slug} is reserved; choose another one`
    throw new AppError('invalid', message, { param: 'slug' })
  }
  try {
    return (await updateSlug(db, { organizationId, slug }, now)) ?? notFound('Organization')
  } catch (error) {
    if (!isUniqueViolation(error, 'organizations_slug_key')) throw error
    const message = `slug ${slug} belongs to another organization; choose another one`
    throw new AppError('conflict', message, { param: 'slug' })
  }
}

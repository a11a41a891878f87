import type { Db } from '../../platform/database.ts'
import { getSettings } from '../organizations/settings.ts'

export type Company = Awaited<ReturnType<typeof getCompany>>

/** Returns the company data that portal pages show. */
export async function getCompany(db: Db, organizationId: string) {
  const { name, logo, accentColor } = await getSettings(db, organizationId)
  return { organizationName: name, logo, accentColor }
}

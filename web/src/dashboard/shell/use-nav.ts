import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { navFor } from './nav.ts'

/** Returns the pages that the user may open in this organization. */
export function useNav() {
  const { may } = useOrganization()
  const { environment, configured } = useSession()
  return navFor({ may, isTest: environment === 'test', isCapturing: !configured.mail })
}

import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { navFor } from './nav.ts'

/** Where the person may go in this organization. */
export function useNav() {
  const { may } = useOrganization()
  const { environment, configured } = useSession()
  return navFor({ may, isTest: environment === 'test', isCapturing: !configured.mail })
}

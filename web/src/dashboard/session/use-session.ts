import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/session.ts'

/** Returns the session, on pages that require sign-in. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

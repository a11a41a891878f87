import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/session.ts'

/** Who is signed in, on pages that nobody sees otherwise. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

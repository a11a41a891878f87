import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Continues as another user and clears all data loaded before; `keep` stores data of the new one. */
export function useSwitchUser() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (path: string, keep?: () => void) => {
    queryClient.clear()
    keep?.()
    await router.navigate({ href: path, replace: true })
  }
}

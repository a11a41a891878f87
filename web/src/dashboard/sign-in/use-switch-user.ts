import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Continues as another user and clears all data loaded before. */
export function useSwitchUser() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (path: string) => {
    queryClient.clear()
    await router.navigate({ href: path, replace: true })
  }
}

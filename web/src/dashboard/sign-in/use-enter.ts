import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Goes on as somebody else: what was read before, by whomever, is forgotten. */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (path: string) => {
    queryClient.clear()
    await router.navigate({ href: path, replace: true })
  }
}

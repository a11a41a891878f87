import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toasts.ts'

/** Signs out and clears all loaded data. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    },
    onError: (error) => toast(`You are still signed in. ${error.message}`),
  })
}

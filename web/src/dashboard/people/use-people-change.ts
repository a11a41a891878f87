import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toasts.ts'

/**
 * Invalidates members, invitations and the user's own permissions; a change may affect all of them.
 */
export function usePeopleRefresh(organization: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [organization, 'members'] }),
      queryClient.invalidateQueries({ queryKey: [organization, 'invitations'] }),
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ])
}

/** A change without a form. Errors are shown as a toast, and the page reloads the current state. */
export function usePeopleChange<Input>(
  organization: string,
  run: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
) {
  const refresh = usePeopleRefresh(organization)
  return useMutation({
    mutationFn: run,
    onSuccess: (_, input) => toast(done(input)),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

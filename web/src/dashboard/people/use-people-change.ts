import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toasts.ts'

/** Reads the people, the invitations and one's own rights again: all may have changed. */
export function usePeopleRefresh(organization: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [organization, 'members'] }),
      queryClient.invalidateQueries({ queryKey: [organization, 'invitations'] }),
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ])
}

/** A change that has no form: what is refused is said in a toast, and the page shows what is true. */
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

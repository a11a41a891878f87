import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agentsKey } from '../../api/agents.ts'
import { signalsKey } from '../../api/signals.ts'
import { toast } from '../../ui/dialogs/toasts.ts'

/** Invalidates agents and signals; each shows counts of the other. */
export function useAgentsRefresh(organization: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: agentsKey(organization) }),
      queryClient.invalidateQueries({ queryKey: signalsKey(organization) }),
    ])
}

/** Toggles a status immediately, without a form. Errors are shown as a toast. */
export function useSwitch(
  organization: string,
  run: (isActive: boolean) => Promise<{ name: string; isActive: boolean }>,
) {
  const refresh = useAgentsRefresh(organization)
  return useMutation({
    mutationFn: run,
    onSuccess: ({ name, isActive }) => toast(`${name} is ${isActive ? 'active' : 'retired'}`),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

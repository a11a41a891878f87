import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { PricingPlan } from '../../api/api-types.ts'
import { copyPlan, plansKey, updatePlan } from '../../api/plans.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Invalidates plans, and the check whether one exists. */
export function usePlansRefresh() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: plansKey(slug) }),
      queryClient.invalidateQueries({ queryKey: [slug, 'progress'] }),
    ])
}

/** Changes a plan immediately, without a form. Errors are shown as a toast. */
export function usePlanSwitch({ id, isActive }: PricingPlan) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  return useMutation({
    mutationFn: () => updatePlan(slug, id, { isActive: !isActive }),
    onSuccess: (plan) =>
      toast(
        plan.isActive
          ? `${plan.name} is active`
          : `${plan.name} takes no new subscriptions. Existing subscriptions continue`,
      ),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

/** Copies the plan and opens the copy. */
export function usePlanCopy({ id }: PricingPlan) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const refresh = usePlansRefresh()
  /** One key per successful copy, so that a second click does not copy twice. */
  const key = useRef(newKey())
  return useMutation({
    mutationFn: () => copyPlan(slug, id, key.current),
    onSuccess: async (plan) => {
      key.current = newKey()
      await navigate({ to: '/o/$slug/plans/$planId', params: { slug, planId: plan.id } })
      toast(`${plan.name} is created`)
    },
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Customer } from '../../../api/api-types.ts'
import { customerQuery, customersKey, updateCustomer } from '../../../api/customers.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { changesOf, problemsOf, valuesOf } from './customer-values.ts'

/** Every field of the customer, editable or read-only depending on permission. */
export function CustomerDetails() {
  const customer = useCustomer()
  const { may } = useOrganization()
  return may('write') ? <Edit customer={customer} /> : <CustomerFacts customer={customer} />
}

function Edit({ customer }: { customer: Customer }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  /** Values when the form was opened or last saved; only differences from them are sent. */
  const saved = useRef(valuesOf(customer))
  const state = useApiForm({
    initial: saved.current,
    check: problemsOf,
    send: (values) => updateCustomer(slug, customer.id, changesOf(saved.current, values)),
    onDone: (after, values) => {
      saved.current = values
      state.form.resetDirty(values)
      queryClient.setQueryData(customerQuery(slug, customer.id).queryKey, after)
      void queryClient.invalidateQueries({ queryKey: [...customersKey(slug), 'list'] })
      toast(`${after.name} is saved`)
    },
  })
  return (
    <>
      <ApiForm
        state={state}
        action="Save"
        isLong
        cancel={
          <Button variant="default" onClick={() => state.form.setValues(saved.current)}>
            Discard changes
          </Button>
        }
      >
        <CustomerFields form={state.form} />
      </ApiForm>
      <UnsavedGuard isUnsaved={() => state.form.isDirty()} />
    </>
  )
}

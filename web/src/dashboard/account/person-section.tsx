import { useQueryClient } from '@tanstack/react-query'
import { updateAccount } from '../../api/account.ts'
import type { Person } from '../../api/api-types.ts'
import { sessionQuery } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { NameField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Section } from '../../ui/layout/section.tsx'

export function PersonSection({ person }: { person: Person }) {
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: { name: person.name },
    send: updateAccount,
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      toast('Your name has been changed')
    },
  })
  return (
    <Section title="Name" about="Shown to the members of your organizations.">
      <ApiForm state={state} action="Save name" isPlain>
        <NameField form={state.form} />
      </ApiForm>
    </Section>
  )
}

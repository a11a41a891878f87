import { Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createApiKey } from '../../api/api-keys.ts'
import type { NewApiKey } from '../../api/api-types.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { KEY_KIND_NAMES, KEY_KINDS, type KeyKind } from './key-kinds.ts'

const INITIAL: { name: string; type: KeyKind } = { name: '', type: 'record' }

export default function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [made, setMade] = useState<NewApiKey>()
  const state = useApiForm({
    initial: INITIAL,
    send: ({ name, type }, key) => createApiKey(slug, { name, ...KEY_KINDS[type].body }, key),
    onDone: (key) => {
      setMade(key)
      void queryClient.invalidateQueries({ queryKey: [slug, 'api-keys'] })
    },
  })
  if (made) return <Made apiKey={made} onClose={onClose} />
  return (
    <Dialog title="Create API key" isOpen onClose={onClose}>
      <ApiForm state={state} action="Create key">
        <TextField
          form={state.form}
          name="name"
          label="Name"
          description="The program that uses the key, so that you know what stops when you revoke it."
          placeholder="support worker"
          data-autofocus
        />
        <Radio.Group
          label="Type"
          key={state.form.key('type')}
          {...state.form.getInputProps('type')}
        >
          <Stack gap="xs" mt={4}>
            {KEY_KIND_NAMES.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={KEY_KINDS[kind].label}
                description={KEY_KINDS[kind].about}
              />
            ))}
          </Stack>
        </Radio.Group>
      </ApiForm>
    </Dialog>
  )
}

function Made({ apiKey: { name, key }, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  if (key === null) {
    // A retry after a lost response: only that response contained the value.
    return (
      <Dialog title={name} isOpen onClose={onClose}>
        <Text>
          The key was created, but its value did not arrive. Revoke it and create another one.
        </Text>
      </Dialog>
    )
  }
  return (
    <SecretDialog title={name} secret={key} label="Copy key" onClose={onClose}>
      <Text>Store this key now. It is shown only once and is not kept in readable form.</Text>
    </SecretDialog>
  )
}

import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RepricingRun } from '../../api/api-types.ts'
import { cancelRepricingRun, isOpenRun, reverseRepricingRun } from '../../api/repricing-runs.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { formatCount } from '../../ui/values/money.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Cancels an open run, or reverses an ended one. */
export function RunActions({ run }: { run: RepricingRun }) {
  return isOpenRun(run) ? <Cancel run={run} /> : <Reverse run={run} />
}

function Cancel({ run }: { run: RepricingRun }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <AllowedButton permission="cost_rates" variant="default" onClick={dialog.open}>
        Cancel run
      </AllowedButton>
      <ConfirmDialog
        title="Cancel run?"
        isOpen={isOpen}
        onClose={dialog.close}
        action="Cancel run"
        run={async () => {
          await cancelRepricingRun(slug, run.id)
          toast('The run is cancelled')
          await queryClient.invalidateQueries({ queryKey: [slug] })
        }}
      >
        <Text>What it changed so far stays. You can reverse it afterwards.</Text>
      </ConfirmDialog>
    </>
  )
}

function Reverse({ run }: { run: RepricingRun }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const refusal = refusalOf(run)
  return (
    <>
      <AllowedButton
        permission="cost_rates"
        variant="default"
        refusal={refusal}
        onClick={dialog.open}
      >
        Reverse run
      </AllowedButton>
      <ConfirmDialog
        title="Reverse run?"
        isOpen={isOpen}
        onClose={dialog.close}
        action="Reverse run"
        run={async () => {
          const reversal = await reverseRepricingRun(slug, run.id)
          await queryClient.invalidateQueries({ queryKey: [slug] })
          await navigate({
            to: '/o/$slug/developers/repricing',
            params: { slug },
            search: { run: reversal.id },
          })
        }}
      >
        <Text>
          Another run restores the costs of {formatCount(run.repricedEventCount)} events. An event
          that changed again since keeps its cost.
        </Text>
      </ConfirmDialog>
    </>
  )
}

function refusalOf({ reversedById, repricedEventCount }: RepricingRun): string | undefined {
  if (reversedById !== null) return 'Another run reverses it'
  return repricedEventCount === 0 ? 'It changed nothing' : undefined
}

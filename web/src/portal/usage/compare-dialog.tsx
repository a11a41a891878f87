import { NativeSelect } from '@mantine/core'
import type { PortalUsage } from '../../api/api-types.ts'
import { comparePortalOutcomes } from '../../api/portal.ts'
import { CompareForm } from '../../ui/comparison/compare-form.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

const WIDTH = 720

type Props = { usage: PortalUsage; onClose: () => void }

/** Compares the customer's own count with what is billed. Nothing is changed by it. */
export default function CompareDialog({ usage: { signals, days }, onClose }: Props) {
  return (
    <Dialog title="Compare with your own count" isOpen onClose={onClose} size={WIDTH}>
      <CompareForm
        initial={{
          signalId: signals[0]?.signalId ?? '',
          startDate: days[0]?.date ?? '',
          endDate: days.at(-1)?.date ?? '',
        }}
        signalField={({ value, onChange, error }) => (
          <NativeSelect
            label="What you count"
            value={value}
            data={signals.map(({ signalId, signalName }) => ({
              value: signalId,
              label: signalName,
            }))}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            error={error}
          />
        )}
        send={comparePortalOutcomes}
      />
    </Dialog>
  )
}

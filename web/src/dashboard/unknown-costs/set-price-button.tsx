import { AllowedButton } from '../session/allowed-button.tsx'

type Props = { model: string; onClick: () => void }

/** Opens the dialog that sets the price of a model. */
export function SetPriceButton({ model, onClick }: Props) {
  return (
    <AllowedButton
      permission="cost_rates"
      variant="default"
      aria-label={`Set a price for ${model}`}
      style={{ alignSelf: 'flex-start' }}
      onClick={onClick}
    >
      Set a price
    </AllowedButton>
  )
}

import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { SearchField, SearchLink } from '#ui/fields/search-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { PasswordField, PhoneField, TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Money } from '#ui/numbers/number-text.tsx';

const banks = [
  { value: 'aruna', label: 'Aruna Bank', detail: 'ARUN0000001' },
  { value: 'bela', label: 'Bela Cooperative Bank', detail: 'BELA0000002' },
  { value: 'chitra', label: 'Chitra Bank', detail: 'Closed until Monday', disabled: true },
] as const;
type Bank = (typeof banks)[number]['value'];

export function KitFields() {
  const [text, setText] = useState('Ananya Rao');
  const [password, setPassword] = useState('secret1');
  const [phone, setPhone] = useState('98765 43210');
  const [sought, setSought] = useState('Aru');
  const [bank, setBank] = useState<Bank>();
  return (
    <Section title="Fields">
      <div className="flex flex-col gap-4">
        <SearchField
          label="Search stocks and coins"
          clearLabel="Clear"
          value={sought}
          onValueChange={setSought}
        />
        <SearchLink label="Search stocks and coins" render={<a href="#search">.</a>} />
        <TextField label="Full name" help="As on your document" value={text} onValueChange={setText} />
        <TextField
          label="E-mail"
          type="email"
          error="A valid e-mail address is needed, like name@example.com."
          value="ananya@"
          onValueChange={() => undefined}
        />
        <TextField label="Account" value="48201" disabled onValueChange={() => undefined} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          showLabel="Show the password"
          hideLabelText="Hide the password"
          value={password}
          onValueChange={setPassword}
        />
        <PhoneField
          label="Phone"
          areaCode="+91"
          areaCodeLabel="Area code"
          onAreaCodePress={() => showToast('Area codes')}
          value={phone}
          onValueChange={setPhone}
        />
        <Amounts />
        <SelectField
          label="Bank"
          placeholder="Choose a bank"
          options={banks}
          value={bank}
          onValueChange={setBank}
          search={{ label: 'Search banks', clearLabel: 'Clear', emptyText: 'No such bank.' }}
        />
        <Codes />
        <TextAreaField
          label="Remarks"
          rows={3}
          value=""
          placeholder="What should we know?"
          onValueChange={() => undefined}
        />
      </div>
    </Section>
  );
}

function Amounts() {
  const [amount, setAmount] = useState('73707.5');
  const [quantity, setQuantity] = useState('25');
  return (
    <>
      <AmountField
        label="Amount"
        asset="INR"
        decimals={2}
        value={amount}
        onValueChange={setAmount}
        keypad={{ title: 'Amount', done: 'Done', delete: 'Delete the last digit' }}
        help={
          <>
            Available <Money value="428150" asset="INR" />
          </>
        }
        suffix={
          <Button size="small" tone="quiet" className="-mr-3" onClick={() => setAmount('428150')}>
            Max
          </Button>
        }
      />
      <QuantityField
        label="Quantity"
        lessLabel="One less"
        moreLabel="One more"
        max="100"
        value={quantity}
        onValueChange={setQuantity}
      />
      <QuantityField
        label="Lots"
        lessLabel="One less"
        moreLabel="One more"
        error="At most 3 lots."
        value="4"
        onValueChange={() => undefined}
      />
    </>
  );
}

function Codes() {
  const [code, setCode] = useState('1234');
  const [secret, setSecret] = useState('123');
  const slotLabel = (position: number) => `Digit ${position} of 6`;
  return (
    <>
      <CodeField
        label="Code from the message"
        slotLabel={slotLabel}
        value={code}
        onValueChange={setCode}
        help="Sent to +91 98••• ••210"
      />
      <CodeField
        label="Transaction password"
        slotLabel={slotLabel}
        mask
        autoComplete="off"
        value={secret}
        onValueChange={setSecret}
        error="The transaction password is incorrect, please re-enter it."
      />
    </>
  );
}

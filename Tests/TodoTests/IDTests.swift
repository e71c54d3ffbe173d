import Testing
import Todo

@Test func `an id is read in either case as it was printed`() {
  let id = ItemID(high: 0x0123_4567_89AB_4DEF, low: 0xFEDC_BA98_7654_3210)
  #expect(id.description == "01234567-89ab-4def-fedc-ba9876543210")
  #expect(ItemID(id.description) == id)
  #expect(ItemID("01234567-89AB-4DEF-FEDC-BA9876543210") == id)
}

@Test func `what differs from an id by one byte is another id or none`() {
  let id = ItemID(high: 0x0123_4567_89AB_4DEF, low: 0xFEDC_BA98_7654_3210)
  let bytes = Array(id.description.utf8)
  let digits = Set("0123456789abcdefABCDEF".utf8)
  for place in bytes.indices {
    for byte in UInt8.min...UInt8.max {
      var other = bytes
      other[place] = byte
      let isHyphen = bytes[place] == UInt8(ascii: "-")
      let isGood = isHyphen ? byte == bytes[place] : digits.contains(byte)
      let found = ItemID(other.span, from: 0)
      #expect((found != nil) == isGood, "byte \(byte) at \(place)")
      // It is the same as if it were read digit by digit.
      #expect(found == ItemID(bytes: other), "byte \(byte) at \(place)")
    }
  }
}

@Test(arguments: [
  "", "01234567-89ab-4def-fedc-ba987654321", "01234567-89ab-4def-fedc-ba98765432100",
])
func `an id has 36 bytes`(text: String) {
  #expect(ItemID(text) == nil)
}

//! Curves over the fields of real curves with a point of small prime order: two of each order 5, 7,
//! 11 and 13 over each NIST field with `a = -3`, three with `a = 0` over the field of secp256k1,
//! four with the `a` of brainpoolP256r1 over its field. Printed by `scripts/toy-curves.py fields`.

/// A curve and the point of small order; numbers in hexadecimal digits.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The curve whose field it is.
    pub field: &'static str,
    /// The order of the point.
    pub order: u64,
    /// The coefficient of `x`; `-3` is written so.
    pub a: &'static str,
    /// The constant coefficient.
    pub b: &'static str,
    /// The point's `x`.
    pub x: &'static str,
    /// The point's `y`.
    pub y: &'static str,
}

const fn row(
    field: &'static str,
    order: u64,
    a: &'static str,
    b: &'static str,
    x: &'static str,
    y: &'static str,
) -> Row {
    Row { field, order, a, b, x, y }
}

/// All rows.
#[rustfmt::skip]
pub const SUBGROUPS: [Row; 47] = [
    row("P-192", 5, "-3",
        "bfffffffffffffffffffffffffffffff4000000000000004",
        "2",
        "71b07c4c5ffd8eae554c4df7d624e1b9a9f0ba900ba01a02"),
    row("P-192", 5, "-3",
        "e47557ce505595b5e4c569957f2807e0c2c6d816e2f056f9",
        "4",
        "1c6a10a09eef007b93457305f6c084e2d69ae4e7aeed5030"),
    row("P-192", 7, "-3",
        "ec9e36b38012682ab16eb3a6637fc315f18c9df44eadb4df",
        "2",
        "8f3c8a4bb5c5b086784724790daca43bcdcedc7f8a66d242"),
    row("P-192", 7, "-3",
        "a9a113bf8ff4d3dfb94f921e62d9be2934aad19abecb7786",
        "3",
        "58340e76666d4b461e0f2b7f19c8d14ea2bc7d90a12f0490"),
    row("P-192", 11, "-3",
        "27e577d60d3e37d4d668d1b1f91b316b499b67acfe406b59",
        "5",
        "4ae4864d2694e21f78e0182d98970b71dbcde57cfeade7a4"),
    row("P-192", 11, "-3",
        "9855075e48052dc4379d347e7a0719036eaeba13ab9834b3",
        "9",
        "b4a42c1913c521e71f08c85583bec835855ead8c8e40b9ae"),
    row("P-192", 13, "-3",
        "940873a2073381deffa42a070effc10ef21fc3fd62ab2bd7",
        "2",
        "5ed57e2232930da3e86fbde899098e8865d162001b64cdb8"),
    row("P-192", 13, "-3",
        "f6bc73ce8ac232d4e09f6c41dbced9ca51d8a532266164cc",
        "4",
        "3ee92efbed017b806116b74b9558910499dfaad24dc08c12"),
    row("P-224", 5, "-3",
        "3fffffffffffffffffffffffffffffffc00000000000000000000005",
        "2",
        "806a0539537ba3afeb4f2928c0a6e98728e59ed715756c4eee90cb40"),
    row("P-224", 5, "-3",
        "33c503d194c42a7a6756859d3a4a20b80c64bef3bf14a9cb0cfa6940",
        "7",
        "908981aecd799edca682b61e335d4ae67a00f7c8bae732e959310e28"),
    row("P-224", 7, "-3",
        "2765987474a446400c4c49ce56c1585120974e6d6ae8acab6d75a28a",
        "2",
        "1d94df72cf1e7504feba291ccaac00c680d9ee4201c2185a631d6d26"),
    row("P-224", 7, "-3",
        "f7aef68fa046e82e53bb5ee0e44977f7527625f56a3b0695dcd04f99",
        "8",
        "7740cff78d7bbb9d4202777e41a0180eea4c2a3c77c2caf775ace160"),
    row("P-224", 11, "-3",
        "c1454d06eae8ab3dd4a978ec3bc77d444f07e19d328f4bf7d3ae584a",
        "2",
        "3a7d3b41b92dd94e4eed75b7f0930dacd2360fe24b8f216ff2c7d2a4"),
    row("P-224", 11, "-3",
        "36203f6a77bb3a003872568d92a25fe0449f9b70318b1d459651b218",
        "4",
        "6fc851960157ec28f97a1092bcfff4c3caadfe12fe6fba022a13ab28"),
    row("P-224", 13, "-3",
        "1f3ffab9fb626b7cec9ddfbf294e0f1b781515679f388c100dbff152",
        "2",
        "f971699b0c20102b32b5c700c50357883e07033b0e0aad1a7ad9c05e"),
    row("P-224", 13, "-3",
        "31d9093d4884951b7d7a4df455db23483b78936376d043642f45f856",
        "4",
        "3d1df4cacb320b4a22f353044363491af0d06e765a5bcd24f44010ba"),
    row("P-256", 5, "-3",
        "6e63866d0d3fcff7dce4ae0f0117918a07edee6fb3fefe8a6929bf8cee6239d5",
        "2",
        "560e7bb3c3a164f69cbe269889980070b492c2b920ec1cca338d85a1479e9bbe"),
    row("P-256", 5, "-3",
        "f5423b8816facb0245663cc1a957d627d6c1f541d1d6adbf19d2a61a2d19594",
        "3",
        "4fefa0020b18cbdb02faaa21dc1a8fea7a7ff905d9a7a439a52f4f763a5ef638"),
    row("P-256", 7, "-3",
        "3c3fdb0baf784f0a8e72e764ae9f4d94d07d0b150f3487d4080b424f1b6928a5",
        "2",
        "b3f9c59e4592482d8ea309c6d70df8b429c56681d8b8a7cfc1ee5cd256e2b758"),
    row("P-256", 7, "-3",
        "ae717245a97042f33fd8b5ca50d09d4b2bb78568b4e191ccc0baf9bd1fe93eb",
        "3",
        "a7d85dafb962c49067625c09b4c5d00f407c8e02aecc8cc6a91a7b3fd60acc04"),
    row("P-256", 11, "-3",
        "42bd74d88f9db0e6dce72aea971de3ec7bbac9516cb504475d1f36bfe47e18ea",
        "2",
        "27a1c908a27522d64443251737fa073217a495eee353cf0c68385fb7443fbfc4"),
    row("P-256", 11, "-3",
        "a074c13258a7cc58db570aa101ef65b8e6112e92fd59d0ea2ba3ce934aa9033c",
        "4",
        "6b993222e4c85d49b683786805954f8448f5c94f9310e7bcc334368485b0dd62"),
    row("P-256", 13, "-3",
        "cdef7cd50da57d92b1df0caa5421e45263903d88a33e61ab72041e1e02d56e4d",
        "4",
        "3a1b58302248c15b38bcf2150be7f1c22efa54eb234208cd10f57c0d62cfb4c"),
    row("P-256", 13, "-3",
        "e0bff7ec7fd2aeee52b44c52b9bb1743b6257879427c7f6f3ff0afd688e38b",
        "5",
        "6407459a3fbce297a30dd241c948bd364f7eb547e1491f23457e0146f30b6abe"),
    row("P-384", 5, "-3",
        "2f42b044f8e233a0b724c36330db7b0c5a5e7153d1cd6ac4ed8a2f23c6018d992ea47b440d8a1114bd45\
        648cbe4db8f7",
        "2",
        "1ef5949b20acde0847a581b55e2ac4c0d1a27fa4c2d29a3fd32824b8a67dd5f47d7cfd3268f49f041564\
        bbbed366b50e"),
    row("P-384", 5, "-3",
        "98e2e434d33ed53954e7a7b1be35ca4ea17820b3d6ab48d9fd4bc17b7aec5c04176b74deadee93ce6dcd\
        2ef3bcfea819",
        "3",
        "7f505f25bf2bf79ebaf05464890d7e8981673e4bbcc82d4cb0dea20ecc7b5ec467700379d0fa2b287106\
        3f64021cfd82"),
    row("P-384", 7, "-3",
        "f27f469fb48c44109a083a67cb606f2a9a8a5a9aa103b7ddc26488cbb14a9bb0bff6632486eaac1bdc5e\
        e7351e1f21c3",
        "2",
        "21ca07d07515d598f7fcdf27829a8c44854cd38517a2dfd02afe9efa206168e60e92ac3ddc6922431f5f\
        7660be709c76"),
    row("P-384", 7, "-3",
        "7c88e5df4d58ab486cef5a93c1185a768e81dc9aff6662b4515c7a646fda174a910f1de59136a95bcefb\
        c87469f535d5",
        "6",
        "b12e5bb0f7711dba4cea2f93291e5cfc17c4cadcafcd2a820940d787f37d6317b40c5c0bba60f7a54cff\
        742909b3508c"),
    row("P-384", 11, "-3",
        "1db996becc9a1896bedc510d00eb90082be69d055f5ff9b3e6c5b169764637f81cbc4c5775d6eee58198\
        28ea75e39d84",
        "2",
        "50840bec2c7c809d0e8dbe40790876ed8246667550c2b729eb55372a9fe021217f518be64dd972aea3c6\
        944f10688bb2"),
    row("P-384", 11, "-3",
        "d74888e8e508efe81bd1718738be6fd0f87628d1307a4e7ea6a44a791a9f0f24d94db34c974b3db851db\
        9bcf742f8a34",
        "5",
        "a5f5c548e0632c4748383bb254bb54ce3a398ae26bf5e8ad78b0922bb40e73e8b713d7f668afb3920082\
        508765e1d518"),
    row("P-384", 13, "-3",
        "10afe2bebf6bb61810ea3320025f8f72ea27ad0d40b63bdf352060e1a917f5a8a43c5fd0918ed2667fe1\
        777c66f299dd",
        "2",
        "4535f49518b190cce3623ba04f0c58a4ed5c77b85c745294aa97dcf436076633081a0e0e1e70d48324f2\
        81034046122a"),
    row("P-384", 13, "-3",
        "67b67d9df47eb9f855a1343d5190805d225bea49132eff7bd547194c65b04e3897b39a2e6f5d5d9b7302\
        a5245afbff25",
        "3",
        "76072bfd82d6fedd68028c769a9a257eb8b663af8074214b165a6fcedbea6945a183ed114de5c24ec6a4\
        29a654b1e0fe"),
    row("P-521", 5, "-3",
        "1bc3a6c5125afca98bd2aa32d43e87f6f9894654d438d08d6ba58a7e124f3ebf093105f1b1d07ef71699\
        94ef59ddc2dbe06e883aae3e85111b695c220f7fd4e08c5",
        "2",
        "1b060a638d44447d743a422db456b918080e4428932af48ae016be71ec6a04da6b8fe42d62a491a26fd9\
        747cc0f88fa9fdc9a3d01adde9ec293214f8ce99e05fa06"),
    row("P-521", 5, "-3",
        "1d7b8f308c8159894fc8f970110611857c2dd1198eb12f24a7714e8c5b76bfac833640fbf537be5a7686\
        7e03454191214f9b9126c01104bee5b3bcb4bd3a1b2af2f",
        "3",
        "18d04455bbf652bd236318c384105324f8c7eba250a526e868766c13d4dc8153ed26a49f674db5f989a8\
        7aa7c81c0b64088ccaf8a444b70c5a954823f6015f7843a"),
    row("P-521", 7, "-3",
        "4ad0be4e804af93f5a9b08aced63be58e1511ece0928c08ec6fbbce5114126ce1f4013a487a0dbfecafd\
        27cdcbd9d4079d210ef1963c8fbbe4a8fe2d5222b1ff6e",
        "2",
        "1e9a8358ebb4446d12bfd35821dd537e1bf139ac57a7d25785d23afa0abbb5181988eb69a937d8fb55dc\
        1aa1a31dadffc306a81fb9aa29982727de093fcd3ad217c"),
    row("P-521", 7, "-3",
        "58221293250ea4dc1fa7961e4d3b4e05610a46cb3cb66be6e03aa691d9cbb4e67364455873618d661812\
        1729e35fb1921f40907f269932983dfb943027f5b87fc5",
        "5",
        "16d9318108b3fe44ea5ccc58abd5f1a6250e3d44915bb3b167aa178e85e51cb213be0f7487ae9f509801\
        7f2722cbd15d6bf724a29b10dcb40c30ab94ae11934670c"),
    row("P-521", 11, "-3",
        "11a95a7ae5397b716e9d4c14daa2ce641ea47ddb4ef8557316ef7b489ca18d22eb5636b3e4cf87330485\
        972924192f60a2c63bd71961fc5a57a75160c35495a1478",
        "2",
        "1cb1618e8538932eefdbdd20de5db515949d2e506658d3e1e1cc0e2476c391931c81eb87701a02df76c5\
        b8d375e1f0817f5828cb0c62c3ce7b65c0b5551e95df306"),
    row("P-521", 11, "-3",
        "a4bde82e11533f4c0afcec6b10fb76a50912347db69c693440647018c102ceadefab2da111c68d2cbee1\
        7332e464889157c1b13e37143678c7b2a8fb18873882c9",
        "7",
        "e6932b45711176adfa874d609063a29f5129a3faa2d52034ad79a04bf98ba9e02cfe6e0b6dd3def829bb\
        f47bf9386c2bfd821279addf5099425fd5621d6d1e60c"),
    row("P-521", 13, "-3",
        "15bb1d7a3f85382d3704867fcccaeffbb0f07c3715d7ddebdf8be9ca12f36ab7370c4a9b27b800c0179b\
        e6263f39b672ca65698ad2f619de9095f6976a34e2d7b02",
        "6",
        "a1b0acc412e8dec4e1e8a82ea70566acc33e7ca516767b358a15811443e27ceedb449f3c5051096cdb42\
        1648cabadd9ea2168a86b9c49be5bec5f6a82ccd7278f2"),
    row("P-521", 13, "-3",
        "bd1fa4ebd36fdb399beee78c1254d4e41334a734e2a472c49798c89a980d3d70fb4bf0a4165566780577\
        dae1e97c66da9515375991e6e3eaa03f7ba2485c9f2352",
        "8",
        "18443f75804ba7a73287ed8a702fe6696ce42c52c2cd30cd37b9c3ef4d07296651913cb65f7c0bda0c51\
        491c28406971c7fe9a3775b5e795cadf60226a8f176189c"),
    row("secp256k1", 7, "0",
        "6",
        "b79aa7705104bae00b64da9cb2faf6e047bb0e87da93e0678aac46fb6d5a117a",
        "3e7538a82c91f81373c2e8a7fa9fd98e73fea012dee4a381da857e9cba27cdbc"),
    row("secp256k1", 13, "0",
        "2",
        "3ad3e1ec92dc070a346a975330b12e1d929c645be56584aa88e489aa3d68746b",
        "ab34e4942373ed8cf787bb15bc0b9fc1f15065bc091001aa6c607f91c8520383"),
    row("secp256k1", 199, "0",
        "4",
        "fa7cc9a70737f2dba749dd392b4fb0693b017a7da808c2f1fb12940c9ea66c18",
        "8753edc5a127510c78cd436ee0c5d797b720db937f72518d301ada8c80fafa42"),
    row("brainpoolP256r1", 5, "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "51763091b943965292c7ab2ea420314c169538d405d13effc3ce2cd26f8f7aed",
        "2",
        "7b2ac731eb6bf4faa61663ef3fd090679acaefb26ae4d9ed2b993d642a932bfa"),
    row("brainpoolP256r1", 7, "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "562d91f2430be762f4e274aa106aac50299ecdcb1650852edfcb0dabbb695453",
        "2",
        "8dfa0ea6fd13280cb3be7b8c3aba6f06e3fa1d61ad0e91b94574288e48ab8f5a"),
    row("brainpoolP256r1", 11, "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "7f9c1d21f1e85d9a0d277625b2e660135216c18776b93b1362f9efcd64ae7568",
        "4",
        "15b0305dc9a60ddeb232d15ed80bafd0af21dc3514a16e6d09929700f1e3aa2e"),
    row("brainpoolP256r1", 13, "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "92e25bb59ac1ff9c51c927f08cad7545b67eee4a610b459223c3635460202fad",
        "3",
        "a9aa12a1bd29d0b99d5df758a0f8ff08f2f1e287c134f5389be0ec1169a72456"),
];
